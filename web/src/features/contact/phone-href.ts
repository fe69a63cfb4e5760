export const phoneHref = (number: string) => `tel:${number.replaceAll(' ', '')}`
