-- Removes the address of somebody who was copied, as the ledger records the erasure, by its place in each message.
--
-- `message` of the schema `compliance` is a view. $1 messages with positions, as JSON. Returns the partitions whose files still have the bytes.
WITH changed AS (
    UPDATE public.message SET copied_keys = ARRAY(
        SELECT key FROM unnest(copied_keys) WITH ORDINALITY AS copied(key, position)
        WHERE position <> ALL (positions) ORDER BY position
    )
    FROM jsonb_to_recordset($1) AS copy(id uuid, positions integer[])
    WHERE message.id = copy.id
    RETURNING message.tableoid::regclass::text AS part
)
SELECT DISTINCT part FROM changed
