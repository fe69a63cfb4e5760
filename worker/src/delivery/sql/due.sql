state IN ('ready', 'retry', 'ambiguous') AND next_attempt_at <= now()
AND NOT (kind = 'auto_reply' AND (state = 'ambiguous' OR data_at IS NOT NULL))
