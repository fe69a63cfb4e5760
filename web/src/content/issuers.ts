/**
 * The form of each issuer's numbers, zeros for its characters, and where a number can be checked. An issuer without
 * them has no public register: the certificate itself is shown.
 */
export const issuers: Readonly<
  Record<string, { readonly number: string; readonly url: `https://${string}` } | undefined>
> = {
  ISC2: { number: '000000', url: 'https://www.isc2.org/MemberVerification' },
  ISACA: { number: '0000000', url: 'https://www.isaca.org/credentialing/verify-a-certification' },
  GIAC: { number: '000000', url: 'https://www.giac.org/certified-professionals/directory' },
}
