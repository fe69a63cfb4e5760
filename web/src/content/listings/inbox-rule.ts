/** A test evaluates the rule with the events below it. */
export const sigmaRule = `title: Inbox Rule Hides Mail About Payments
id: 0b6f2d3c-7a51-4e0e-9c2b-5d1f8e64a7c3
status: experimental
references:
  - https://attack.mitre.org/techniques/T1564/008/
date: 2026-11-28
tags:
  - attack.stealth
  - attack.t1564.008
logsource:
  product: m365
  service: audit
detection:
  change:
    Operation:
      - New-InboxRule
      - Set-InboxRule
    ResultStatus: 'True'
  hides:
    Parameters|contains:
      - DeleteMessage
      - RSS Feeds
      - RSS-Feeds
      - Flux RSS
      - Feed RSS
      - Conversation History
      - Aufgezeichnete Unterhaltungen
      - Historique des conversations
      - Cronologia conversazioni
  payment:
    Parameters|contains:
      - invoice
      - payment
      - Rechnung
      - Zahlung
      - facture
      - paiement
      - fattura
      - pagamento
      - IBAN
  condition: change and hides and payment
falsepositives:
  - Accounts staff who delete copies of invoices by a rule
level: high`

export const events = `match     New-InboxRule  SubjectOrBodyContainsWords=invoice;payment  MoveToFolder=RSS Feeds
match     Set-InboxRule  SubjectContainsWords=Rechnung;IBAN  DeleteMessage=True
no match  New-InboxRule  SubjectContainsWords=invoice  MoveToFolder=Invoices
no match  New-InboxRule  From=news@shop.example  DeleteMessage=True`

export const provocation = `New-InboxRule -Mailbox test@client.example -Name "rule test" \`
  -SubjectOrBodyContainsWords "invoice" \`
  -MoveToFolder "test@client.example:\\RSS Feeds"
Remove-InboxRule -Mailbox test@client.example -Identity "rule test"`
