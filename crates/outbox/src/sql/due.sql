next_attempt_at <= now() AND (
    kind <> 'auto_reply' AND kind = ANY ($1) AND state IN ('ready', 'retry', 'ambiguous')
    OR kind = 'auto_reply' AND state IN ('ready', 'retry') AND data_at IS NULL
)
