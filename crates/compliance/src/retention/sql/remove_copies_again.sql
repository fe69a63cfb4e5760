-- Removes the address of somebody who was copied, as the ledger records the erasure, by its place in each message.
-- `message` of the schema `compliance` is a view. Of another length, a list has lost an address that an earlier release has not
-- recorded, and the positions are not its own.
--
-- $1 messages with positions and lengths, as JSON. Returns the partitions whose files still have the bytes.
WITH changed AS (
    UPDATE public.message SET copied_keys = ARRAY(
        SELECT key FROM unnest(copied_keys) WITH ORDINALITY AS copied(key, position)
        WHERE position <> ALL (positions) ORDER BY position
    )
    FROM jsonb_to_recordset($1) AS copy(id uuid, positions integer[], length integer)
    WHERE message.id = copy.id AND cardinality(copied_keys) = length
    RETURNING message.tableoid::regclass::text AS part
)
SELECT DISTINCT part FROM changed
