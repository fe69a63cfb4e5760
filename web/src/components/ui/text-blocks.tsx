import type { LegalBlock, Listing } from '../../content/types'

const ADDRESS = /([\w.-]+@[\w.-]+\w)/

/** Every other part is an address. */
function Linked({ text }: { text: string }) {
  return text.split(ADDRESS).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} className="link" href={`mailto:${part}`}>
        {part}
      </a>
    ),
  )
}

function Code({ caption, listing }: Listing) {
  return (
    <figure className="sample">
      <figcaption className="label mb-2">{caption}</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, also by keyboard */}
      <section className="change" aria-label={caption} tabIndex={0}>
        <pre>{listing}</pre>
      </section>
    </figure>
  )
}

function Block({ block }: { block: LegalBlock | Listing }) {
  if (typeof block === 'string')
    return (
      <p>
        <Linked text={block} />
      </p>
    )
  if ('listing' in block) return <Code {...block} />
  return (
    <ul className="marked">
      {block.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

/** Paragraphs, lists and listings of a longer text. Mail addresses in paragraphs are links. */
export function TextBlocks({ blocks }: { blocks: readonly (LegalBlock | Listing)[] }) {
  return (
    <div className="flex flex-col gap-4">
      {blocks.map((block) => (
        <Block key={JSON.stringify(block)} block={block} />
      ))}
    </div>
  )
}
