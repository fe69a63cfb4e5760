import type { Issuer } from './profiles'

/**
 * Where an issuer confirms a certificate by the holder's number. An issuer without a public register, or whose register's
 * address nobody has checked, is left out: the certificate itself is shown. The team's page says what each issuer calls the
 * number and asks for beside it; no issuer documents its digits.
 */
export const issuers: Readonly<Partial<Record<Issuer, `https://${string}`>>> = {
  ISC2: 'https://www.isc2.org/MemberVerification',
  ISACA: 'https://www.isaca.org/credentialing/verify-a-certification',
  GIAC: 'https://www.giac.org/certified-professionals/directory',
}
