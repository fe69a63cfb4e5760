next_attempt_at <= now() AND (
    kind IN ('notification', 'visitor_reply', 'undeliverable', 'absence', 'answer', 'answer_copy', 'receipt', 'answer_lost', 'reminder', 'escalation', 'question') AND state IN ('ready', 'retry', 'ambiguous')
    OR kind = 'auto_reply' AND state IN ('ready', 'retry') AND data_at IS NULL
)
