import type { Service } from '../../types'
import { paths } from '../paths'
import { site } from '../site'

export const cloudSecurity: Service = {
  path: paths.cloudSecurity,
  title: `Cloud-Sicherheitsarchitektur | ${site.name}`,
  description:
    'Azure-Sicherheit, Landing Zones, IAM, RBAC, Defender for Cloud und CSPM, ausgerichtet auf revDSG, DSGVO, ISO 27001, ISO 27018 und FINMA.',
  hero: {
    eyebrow: 'Leistung',
    heading: 'Cloud-Sicherheits\u00adarchitektur',
    lead: 'Viele Vorfälle in der Cloud beginnen ohne Exploit: Eine zu weit gefasste Berechtigung genügt. Wir entwerfen Azure-Umgebungen, in denen solche Rechte schon bei der Vergabe auffallen und aus denen die Nachweise kommen, die Ihre Aufsicht verlangt.',
  },
  back: { label: 'Alle Leistungen', href: paths.services },
  overview: [
    'Für Schweizer Unternehmen gelten in der Cloud besondere Bedingungen: Berufsgeheimnis, Vorgaben zum Outsourcing und Kundschaft, die fragt, wo ihre Daten liegen und wer sie lesen kann. Davon hängen Region, Schlüsselverwaltung, Zugriff des Supports und Aufbewahrung der Protokolle ab. Klären Sie das, bevor die erste Anwendung umzieht. Später wird es teuer.',
    'Die Zielarchitektur definieren wir als Code. Richtlinien, Rollen und Netzregeln werden aus einem Repository ausgerollt. So stammen die Unterlagen für die Revision und die laufende Umgebung aus derselben Quelle.',
  ],
  topics: {
    heading: 'Was wir entwerfen und bauen',
    items: [
      {
        title: 'Azure-Sicherheit',
        description:
          'Segmentierung mit Private Endpoints, eigene Schlüssel, wo das Berufsgeheimnis sie verlangt, Customer Lockbox und zentrale Protokolle in einem Arbeitsbereich, den auch Administratoren nicht leeren können.',
      },
      {
        title: 'Landing Zones',
        description:
          'Verwaltungsgruppen, Abonnements und Leitplanken nach dem Cloud Adoption Framework, in Terraform oder Bicep. Ein Produktteam erhält ein konformes Abonnement innert eines Tages.',
      },
      {
        title: 'Identitäten: IAM und RBAC',
        description:
          'Entra ID mit phishing-resistenter Anmeldung, getestete Regeln für Conditional Access, erhöhte Rechte auf Zeit, Überprüfung der Zugriffe und eigene Rollen, die nur das Nötige erlauben.',
      },
      {
        title: 'Defender for Cloud',
        description:
          'Pläne nach Anwendung und Kosten gewählt, Empfehlungen mit Zuständigkeit, Alarme direkt ans SOC.',
      },
      {
        title: 'CSPM',
        description:
          'Laufende Überwachung der Konfiguration über Abonnements und andere Clouds hinweg. Abweichungen werden innert Stunden bemerkt, mit dem Angriffsweg gezeigt, den sie öffnen, und im Code korrigiert.',
      },
      {
        title: 'Compliance von Anfang an',
        description:
          'Kontrollen einmal jedem anwendbaren Regelwerk zugeordnet, Nachweise von der Plattform gesammelt und ein Ausstiegsplan, den jene geprüft haben, die ihn umsetzen müssten.',
      },
    ],
  },
  lists: {
    heading: 'Regelwerke',
    intro: 'Diese Anforderungen übersetzen wir in Azure Policy, Konfiguration und Nachweise.',
    groups: [
      {
        title: 'Schweizer Recht und Aufsicht',
        items: [
          'revDSG',
          'FINMA-Rundschreiben 2018/3 Outsourcing',
          'FINMA-Rundschreiben 2023/1 Operationelle Risiken und Resilienz',
        ],
      },
      {
        title: 'Europäisches Recht',
        items: [
          'DSGVO',
          'NIS2, soweit sie für Konzerngesellschaften gilt',
          'DORA, für Finanzunternehmen in der EU',
        ],
      },
      { title: 'ISO-Normen', items: ['ISO/IEC 27001:2022', 'ISO/IEC 27017', 'ISO/IEC 27018'] },
      {
        title: 'Benchmarks',
        items: ['Microsoft cloud security benchmark', 'CIS Microsoft Azure Foundations Benchmark'],
      },
    ],
  },
  approach: {
    heading: 'Ablauf eines Auftrags',
    items: [
      {
        title: 'Bestandesaufnahme',
        description:
          'Wir prüfen die Konfiguration des Mandanten, lesen die Verträge und befragen Ihre Leute. Daraus entsteht eine Rangliste dessen, was ein Angreifer oder eine Revision fände.',
      },
      {
        title: 'Zielarchitektur',
        description:
          'Eine Seite je Entscheid, mit Alternativen und Begründung, freigegeben von der risikoverantwortlichen Person.',
      },
      {
        title: 'Umsetzung',
        description:
          'Wir bauen die Landing Zone neben der bestehenden Umgebung und ziehen die Anwendungen einzeln um.',
      },
      {
        title: 'Betrieb',
        description:
          'Ihr Plattformteam übernimmt Pipelines und Richtlinien, und wir prüfen seine Änderungen.',
      },
    ],
  },
  results: {
    heading: 'Das bekommen Sie',
    items: [
      'Architekturentscheide mit ihrer Begründung',
      'Landing Zone und Richtlinien als Code, in Ihrem Repository',
      'Eine Kontrollmatrix, die jede Anforderung mit einem technischen Nachweis verbindet',
      'Ein Berechtigungsmodell, in dem jede privilegierte Rolle jemandem gehört',
    ],
  },
  closing: {
    heading: 'Planen Sie den Umzug, oder sind Sie schon in der Cloud?',
    text: 'Sagen Sie uns, um welche Anwendungen und Vorschriften es geht. Auf das erste Gespräch bereitet sich ein Architekt vor.',
    cta: { label: 'Cloud-Architektur besprechen', href: paths.contact },
    inquiry: { reason: 'cloud-security' },
  },
}
