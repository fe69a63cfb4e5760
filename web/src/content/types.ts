import type { InquiryContext, InternalHref, RoutePath } from './addresses'
import type { PersonId } from './firm'
import type { Certification, ExternalLink } from './firm-types'
import type { certifications, Issuer, Profile } from './profiles'

/** What every page has. The title is the whole document title; the path is also the canonical path. */
export interface Page {
  readonly path: RoutePath
  readonly title: string
  readonly description: string
}

export interface Cta {
  readonly label: string
  readonly href: RoutePath
}

/** Eyebrow: the short line above the heading. The heading is the page's only h1. */
export interface Hero {
  readonly eyebrow?: string
  readonly heading: string
  readonly lead: string
}

/** The call to action that closes a page. */
export interface CtaBlock {
  readonly heading: string
  readonly text: string
  readonly cta: Cta
  /** What the inquiry will be about, where the page says it. */
  readonly inquiry?: InquiryContext
}

export interface Offering {
  readonly title: string
  readonly description: string
}

/** A headed block of titled cards. */
export interface OfferingSection {
  readonly heading: string
  readonly intro?: string
  readonly items: readonly Offering[]
}

/** A named list of short entries: products, frameworks, standards. */
export interface ItemGroup {
  readonly title: string
  readonly items: readonly string[]
}

export interface ItemGroupSection {
  readonly heading: string
  readonly intro?: string
  readonly groups: readonly ItemGroup[]
}

export interface ListSection {
  readonly heading: string
  readonly intro?: string
  readonly items: readonly string[]
}

/** A card that leads to a page. */
export interface LinkCard extends Offering {
  readonly href: RoutePath
}

export interface ServiceCard extends LinkCard {
  readonly badge: string
}

export interface ProgramCard extends LinkCard {
  readonly badge: string
  readonly timeline?: string
}

export interface Service extends Page {
  readonly hero: Hero
  readonly back: Cta
  readonly overview: readonly string[]
  readonly topics: OfferingSection
  /** Platforms, tools, frameworks or standards. */
  readonly lists: ItemGroupSection
  /** How the work runs, in order. */
  readonly approach: OfferingSection
  readonly results: ListSection
  readonly closing: CtaBlock
}

export interface Phase extends Offering {
  /** A time or what ends the phase: '4-6 weeks', 'ongoing', 'until the pilot is quiet'. */
  readonly duration: string
}

/** A person in a program's team: the name comes from the people of `site.ts`, the role is the one in this program. */
export interface TeamRole {
  readonly name: string
  readonly role: string
}

export interface ProgramTeam {
  readonly heading: string
  readonly intro: string
  readonly core: { readonly title: string; readonly members: readonly TeamRole[] }
  readonly extended: { readonly title: string; readonly members: readonly TeamRole[] }
}

export interface Program extends Page {
  readonly hero: Hero
  readonly badges: readonly string[]
  /** '2-4 months'. */
  readonly timeline: string
  readonly timelineLabel: string
  readonly back: Cta
  readonly overview: { readonly heading: string; readonly paragraphs: readonly string[] }
  /** One untitled group, or titled groups that stand side by side as columns. */
  readonly deliverables: {
    readonly heading: string
    readonly groups: readonly { readonly title?: string; readonly items: readonly Offering[] }[]
  }
  /** A cycle of steps, in order; the last leads back to the first. */
  readonly lifecycle?: OfferingSection
  readonly phases?: { readonly heading: string; readonly intro?: string; readonly items: readonly Phase[] }
  readonly technologyStack?: ItemGroupSection
  readonly team: ProgramTeam
  readonly whyItWorks?: OfferingSection
  readonly idealFor?: ListSection
  readonly closing: CtaBlock
}

export interface Segment extends Page {
  readonly hero: Hero
  readonly intro: readonly string[]
  /** What an engagement changes. */
  readonly change: {
    readonly heading: string
    readonly columns: readonly [before: string, after: string]
    readonly rows: readonly (readonly [subject: string, before: string, after: string])[]
  }
  /** One section, or one a partner kind on the partners page. */
  readonly offerings: readonly OfferingSection[]
  readonly idealFor?: ListSection
  readonly ecosystem?: { readonly heading: string; readonly text: string }
  /** Exactly three. */
  readonly reasons: OfferingSection
  readonly closing: CtaBlock
}

export type ExperienceIcon = 'detection' | 'cloud' | 'pipeline' | 'intelligence' | 'governance' | 'industry'

export interface Experience {
  readonly icon: ExperienceIcon
  /** 'Role' or 'Project'. */
  readonly type: string
  readonly title: string
  readonly description: string
  readonly tags: readonly string[]
}

export interface FounderPage extends Page {
  readonly hero: Hero
  readonly background: { readonly heading: string; readonly paragraphs: readonly string[] }
  readonly certifications: {
    readonly heading: string
    readonly accomplished: { readonly title: string; readonly items: readonly Certification[] }
    readonly ongoing: { readonly title: string; readonly items: readonly Certification[] }
  }
  readonly experience: { readonly heading: string; readonly items: readonly Experience[] }
  readonly sectors: OfferingSection
  readonly closing: CtaBlock
}

export interface BlogTeaser {
  readonly category: string
  readonly title: string
  readonly excerpt: string
  readonly date: string
}

/** An article in a list. */
export interface ArticleTeaser {
  readonly path: RoutePath
  readonly category: string
  readonly title: string
  readonly excerpt: string
  /** YYYY-MM-DD */
  readonly published: string
  /** Without one, the firm is the author. */
  readonly author?: PersonId
}

/** Code or log lines, the same in every language. */
export interface Listing {
  readonly caption: string
  readonly listing: string
}

/** A text under /blog. */
export interface Article extends Page, Pick<ArticleTeaser, 'category' | 'published' | 'author'> {
  readonly hero: Hero
  readonly back: Cta
  readonly sections: readonly (Omit<LegalSection, 'blocks'> & {
    readonly blocks: readonly (LegalBlock | Listing)[]
  })[]
  readonly closing: CtaBlock
}

export interface NavLink {
  readonly label: string
  readonly description: string
  readonly href: RoutePath
}

export interface NavMenu {
  readonly label: string
  readonly items: readonly NavLink[]
}

/** `external` opens in a new tab; `mail` is a mailto link to that address. */
export type FooterLink =
  | { readonly kind: 'internal'; readonly label: string; readonly href: InternalHref }
  | { readonly kind: 'external'; readonly label: string; readonly url: `https://${string}` }
  | { readonly kind: 'mail'; readonly label: string; readonly address: string }

export interface FooterColumn {
  readonly heading: string
  readonly links: readonly FooterLink[]
}

/** A paragraph, or a list of points. */
export type LegalBlock = string | readonly string[]

/** The number is the section's place in the list, from 1; the heading does not contain it. */
export interface LegalSection {
  readonly id: string
  readonly heading: string
  readonly blocks: readonly LegalBlock[]
}

export interface LegalPage extends Page {
  readonly hero: Hero
  readonly back: Cta
  readonly sections: readonly LegalSection[]
  readonly closing: CtaBlock
}

export interface SelectOption<Value extends string> {
  readonly value: Value
  readonly label: string
}

/** Label, help and placeholder-free hint of one form field. */
export interface FieldText {
  readonly label: string
  readonly hint?: string
  /** Of a choice. */
  readonly options?: readonly SelectOption<string>[]
}

/** Two ways to work, compared line by line: the first value belongs to the first way. */
export interface Comparison {
  readonly items: readonly (Offering & { readonly cta: Cta })[]
  readonly rows: readonly { readonly label: string; readonly values: readonly [string, string] }[]
}

export interface ContactCard extends Offering {
  readonly cta: Cta
}

export interface HomePage extends Page {
  readonly hero: Hero & { readonly primary: Cta; readonly secondary: Cta }
  readonly tilesLabel: string
  readonly tiles: readonly LinkCard[]
  readonly services: {
    readonly heading: string
    readonly intro: string
    readonly cards: readonly LinkCard[]
    readonly all: Cta
  }
  /** Tiles and cards are four each; both name the fifth service below. */
  readonly samples: { readonly intro: string; readonly links: readonly Cta[] }
  readonly fifthService: { readonly intro: string; readonly cta: Cta }
  readonly ways: { readonly heading: string; readonly intro: string } & Comparison
  readonly programs: {
    readonly heading: string
    readonly intro: string
    readonly cards: readonly ProgramCard[]
    readonly all: Cta
  }
  readonly whyUs: { readonly heading: string; readonly items: readonly Offering[] }
  readonly contact: {
    readonly heading: string
    readonly intro: string
    readonly cards: readonly ContactCard[]
  }
}

export interface EngagementModel extends Offering {
  readonly badge: string
  readonly points: readonly string[]
}

export interface AboutPage extends Page {
  readonly hero: Hero
  readonly intro: readonly string[]
  readonly models: { readonly heading: string; readonly items: readonly EngagementModel[] }
  readonly principles: { readonly heading: string; readonly items: readonly Offering[] }
  readonly facts: ItemGroupSection
  readonly quotation: { readonly text: string; readonly by: string; readonly role: string }
  readonly people: { readonly heading: string; readonly items: readonly (Offering & { readonly cta: Cta })[] }
  readonly closing: CtaBlock
}

export interface BlogPage extends Page {
  readonly hero: Hero
  readonly articles: { readonly heading: string; readonly items: readonly ArticleTeaser[] }
  readonly aboutSite: {
    readonly heading: string
    readonly intro: string
    readonly items: readonly ArticleTeaser[]
  }
  readonly upcoming: { readonly heading: string; readonly items: readonly BlogTeaser[] }
  readonly elsewhere: {
    readonly heading: string
    readonly text: string
    readonly links: readonly ExternalLink[]
  }
  readonly closing: CtaBlock
}

export interface TeamPage extends Page {
  readonly hero: Hero
  readonly members: {
    readonly heading: string
    readonly items: readonly (Profile & {
      readonly id: PersonId
      readonly name: string
      readonly linkedin?: `https://${string}`
      readonly role: string
      readonly bio: string
      readonly languages: string
    })[]
    readonly since: (year: number) => string
    readonly certificates: string
    readonly networkLink: string
    readonly write: (firstName: string) => string
  }
  readonly certifications: {
    readonly heading: string
    readonly intro: string
    readonly verify: (issuer: Issuer) => string
    /** What an issuer calls its number, as far as that is certain. */
    readonly numbers: Readonly<Partial<Record<Issuer, string>>>
    /** Of an issuer whose register the page does not link. */
    readonly onRequest: string
    readonly items: typeof certifications
  }
  readonly closing: CtaBlock
}

/**
 * A technique, its id in MITRE ATT&CK with the source of the data, and how well it is covered before and after: the
 * place of a state in the list of states.
 */
export type TechniqueRow = readonly [name: string, source: string, before: number, after: number]

/** What programs read, which no language changes. */
type Fixed =
  | 'author'
  | 'listing'
  | 'id'
  | 'icon'
  | 'kind'
  | 'value'
  | 'slug'
  | 'linkedin'
  | 'speaks'
  | 'certificates'
  | 'since'

/** The shape of English texts, with other words: the same names, and lists of the same length. */
export type Translated<English> = English extends RoutePath
  ? English
  : English extends string
    ? English extends `https://${string}`
      ? `https://${string}`
      : string
    : English extends (...values: infer Values) => string
      ? (...values: Values) => string
      : keyof English extends keyof InquiryContext
        ? English
        : { readonly [Name in keyof English]: Name extends Fixed ? English[Name] : Translated<English[Name]> }
