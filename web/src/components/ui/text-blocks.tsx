import type { LegalBlock } from '../../content/types'

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

function Block({ block }: { block: LegalBlock }) {
  if (typeof block === 'string')
    return (
      <p>
        <Linked text={block} />
      </p>
    )
  return (
    <ul className="marked">
      {block.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </ul>
  )
}

/** Paragraphs and lists of a longer text. Mail addresses in paragraphs are links. */
export function TextBlocks({ blocks }: { blocks: readonly LegalBlock[] }) {
  return (
    <div className="flex flex-col gap-4">
      {blocks.map((block) => (
        <Block key={typeof block === 'string' ? block : block.join()} block={block} />
      ))}
    </div>
  )
}
