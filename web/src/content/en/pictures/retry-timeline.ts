/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const retryTimelinePicture = {
  label:
    'An inquiry during a mail server outage: stored and acknowledged at once; attempts after 15 seconds, one minute, five minutes and then every 15 minutes fail; the first attempt after the outage succeeds.',
  stored: 'Stored',
  mailServerDown: 'Mail server down',
  n15S: '15 s',
  n1Min: '1 min',
  n5Min: '5 min',
  n15Min: '15 min',
  sentOnce: 'Sent, once',
} as const
