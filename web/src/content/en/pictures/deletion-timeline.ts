/** The words in the drawing; a word must be about as long as here. `label` says what the drawing shows. */
export const deletionTimelinePicture = {
  label:
    'The life of an inquiry: received, last contact; two years later, it is hidden immediately and deleted within a minute, and its bytes are gone within hours. From the expiry on, each step is recorded in the ledger.',
  received: 'Received',
  lastContact: 'Last contact',
  twoYears: 'two years',
  hidden: 'Hidden',
  deleted: 'Deleted',
  bytes: 'Bytes',
  ledgerNumbersTimesHashes: 'Ledger: numbers, times, hashes',
} as const
