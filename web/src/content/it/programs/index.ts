import type { CtaBlock, Hero, Page, ProgramCard, TeamRole } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants, programConstants } from '../figures'
import { paths } from '../paths'
import { team } from '../people'
import { site } from '../site'

export const programsPage = {
  path: paths.programs,
  title: `Programmi di sicurezza | ${site.name}`,
  description:
    'Sei programmi con team, durata e risultati definiti: EDR, SIEM, threat intelligence, purple team, conformità e DevSecOps.',
  hero: {
    eyebrow: 'Programmi',
    heading: 'Programmi con ambito e team definiti',
    lead: 'Un programma è un progetto con team, durata e risultati definiti prima della firma. Finisce quando il Suo team ha preso in mano il lavoro.',
  },
  cardsHeading: 'Sei programmi',
  cardsIntro:
    'Ogni quadrato è un consulente o un mese. I quadrati blu mostrano lo scarto tra minimo e massimo.',
  timelineLabel: 'Durata',
  cards: [
    {
      title: 'Introduzione EDR/XDR',
      description:
        'EDR o XDR distribuito su ogni macchina compresa nel mandato, messo a punto per il Suo software e sorvegliato da chi sa reagire.',
      badge: consultantsBadge(programConstants.edrImplementation.consultants),
      timeline: programConstants.edrImplementation.timeline,
      href: paths.edrImplementation,
    },
    {
      title: 'SIEM e threat hunting',
      description:
        'Una piattaforma di rilevamento con regole come codice, una routine di threat hunting, e modelli linguistici dove fanno risparmiare tempo agli analisti.',
      badge: consultantsBadge(programConstants.siemThreatHunting.consultants),
      timeline: programConstants.siemThreatHunting.timeline,
      href: paths.siemThreatHunting,
    },
    {
      title: 'Threat intelligence e data lake di analisi',
      description:
        'Threat intelligence, vulnerabilità e inventario in un solo posto, così che le priorità per IT, OT e cloud poggino su fatti.',
      badge: consultantsBadge(programConstants.threatIntelPlatform.consultants),
      timeline: programConstants.threatIntelPlatform.timeline,
      href: paths.threatIntelPlatform,
    },
    {
      title: 'Operazioni purple team',
      description:
        'Chi attacca e chi difende lavorano insieme: eseguono, osservano, rilevano e misurano tecniche di attacco, ciclo dopo ciclo.',
      badge: consultantsBadge(programConstants.purpleTeamOperations.consultants),
      timeline: programConstants.purpleTeamOperations.timeline,
      href: paths.purpleTeamOperations,
    },
    {
      title: 'Conformità e governance',
      description:
        'FINMA, NIST CSF, GDPR e ISO 27001 coperti da un solo insieme di misure, con direttive che corrispondono alla pratica.',
      badge: consultantsBadge(programConstants.complianceGovernance.consultants),
      timeline: programConstants.complianceGovernance.timeline,
      href: paths.complianceGovernance,
    },
    {
      title: 'DevSecOps in tutti i team',
      description:
        'I consulenti entrano nei Suoi team di prodotto, inseriscono i controlli nella pipeline, formano i champion e consegnano.',
      badge: consultantsBadge(devsecopsTransformationConsultants),
      href: paths.devsecops,
    },
  ],
  experts: {
    heading: 'Il team di esperti',
    intro:
      'I programmi sono svolti da questo team. Lei incontra le persone prima della firma, e non sostituiamo nessuno senza il Suo consenso.',
    items: team.map(({ name, role }): TeamRole => ({ name, role })),
    link: { label: 'Scopra il team', href: paths.team },
  },
  closing: {
    heading: 'Le serve altro?',
    text: 'Possiamo adattare un programma o definire con Lei un nuovo ambito.',
    cta: { label: 'Chieda un programma su misura', href: paths.contact },
  },
} as const satisfies Page & { hero: Hero; cards: readonly ProgramCard[]; closing: CtaBlock } & Record<
    string,
    unknown
  >
