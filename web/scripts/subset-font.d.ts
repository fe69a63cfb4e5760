declare module 'subset-font' {
  /** Returns the font with only the glyphs of `text`, and of its layout features only `keepFeatures`. */
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; keepFeatures: string[]; noHinting: boolean; dropTables: string[] },
  ): Promise<Buffer>
}
