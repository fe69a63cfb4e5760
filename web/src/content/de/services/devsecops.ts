import type { Service } from '../../types'
import { consultantsBadge, devsecopsTransformationConsultants } from '../figures'
import { paths } from '../paths'
import { site } from '../site'

export const devsecops: Service = {
  path: paths.devsecops,
  title: `DevSecOps und sicherer SDLC | ${site.name}`,
  description:
    'Sichere CI/CD-Pipelines, SAST, DAST, IAST und Security Champions für Softwareteams, die weniger Befunde und schnellere Releases wollen.',
  hero: {
    eyebrow: 'Leistung',
    heading: 'DevSecOps und SDLC',
    lead: 'Ein Fehler ist im Pull Request billiger zu beheben als im Betrieb. Wir bringen Sicherheitsprüfungen in den Entwurf, den Pull Request und die Pipeline, wo eine Korrektur Minuten dauert und kein Release aufhält.',
  },
  back: { label: 'Alle Leistungen', href: paths.services },
  overview: [
    'Einen Scanner, der am ersten Tag 400 Befunde meldet, beachtet niemand. Wir führen wenige Prüfungen ein, stimmen sie auf Ihren Code ab und lassen sie erst dann einen Build abbrechen. Eine Einschätzung nach OWASP SAMM setzt am Anfang die Prioritäten, eine zweite misst nach einem Jahr den Fortschritt.',
    'Auch die Pipeline selbst sichern wir. Wer den Build beherrscht, beherrscht den Betrieb. Deshalb gehören Runner, Signaturschlüssel und fremde Actions für uns zur Angriffsfläche.',
  ],
  topics: {
    heading: 'Was wir bauen',
    items: [
      {
        title: 'Sicherheit der CI/CD-Pipeline',
        description:
          'Kurzlebige Zugangsdaten über Workload Identity, isolierte Runner, fixierte Abhängigkeiten und Actions, signierte Artefakte mit SLSA-Herkunft und Branch-Regeln, die auch für Administratoren gelten.',
      },
      {
        title: 'SAST',
        description:
          'Statische Analyse mit Regeln, die zu Ihren Sprachen und Frameworks passen. Befunde erscheinen mit Erklärung im Pull Request, und wir korrigieren die Regeln, die Fehlalarme auslösen.',
      },
      {
        title: 'DAST',
        description:
          'Scans mit Anmeldung gegen Anwendungen und APIs in einer kurzlebigen Testumgebung, gesteuert durch Ihre OpenAPI-Beschreibungen, damit die Abdeckung messbar ist.',
      },
      {
        title: 'IAST',
        description:
          'Instrumentierte Integrationstests zeigen, ob nicht vertrauenswürdige Eingaben einen gefährlichen Aufruf erreichen. Das Ergebnis sagt, ob ein Befund ausnutzbar ist.',
      },
      {
        title: 'Security Champions',
        description:
          'Wir bilden in jedem Team eine Person aus und vereinbaren mit der Leitung Zeitbudget und Mandat. Wir begleiten sie bei Bedrohungsmodellen und Reviews, bis sie ohne uns auskommt.',
      },
      {
        title: 'Plattform für Schwachstellen',
        description:
          'Alle Werkzeuge melden an eine Plattform. Sie führt Duplikate zusammen, bestimmt anhand des Repositorys, wer zuständig ist, und misst Fristen ab der ersten Entdeckung.',
      },
    ],
  },
  lists: {
    heading: 'Werkzeuge',
    intro: 'Open Source, wo das genügt, und kommerzielle Werkzeuge, wo sie mehr sparen, als sie kosten.',
    groups: [
      { title: 'Pipelines', items: ['GitHub Actions', 'GitLab CI/CD', 'Azure DevOps', 'Jenkins'] },
      { title: 'Statische Analyse', items: ['CodeQL', 'Semgrep', 'SonarQube', 'Checkmarx'] },
      { title: 'Dynamische Analyse', items: ['ZAP', 'Burp Suite', 'Nuclei', 'Contrast Assess (IAST)'] },
      { title: 'Lieferkette', items: ['Trivy', 'Dependency-Track', 'Sigstore', 'Gitleaks'] },
    ],
  },
  approach: {
    heading: 'Umstellung aller Teams',
    intro: `Für Unternehmen mit mehreren Produktteams: ${consultantsBadge(devsecopsTransformationConsultants)} arbeiten in den Teams mit und übergeben eines nach dem anderen.`,
    items: [
      {
        title: 'Einschätzen',
        description:
          'Gespräche, Durchsicht der Repositorys und ein SAMM-Wert je Produkt. Das Ergebnis ist eine priorisierte Liste.',
      },
      {
        title: 'Erproben',
        description:
          'Ein freiwilliges Team und ein Produkt. Wir passen jede Prüfung an und halten fest, wie viele Build-Minuten sie kostet.',
      },
      {
        title: 'Ausrollen',
        description:
          'Vorlagen und Champions bringen die Prüfungen in die übrigen Teams, in Wellen, die sich begleiten lassen.',
      },
      {
        title: 'Übergeben',
        description:
          'Die Champions übernehmen Reviews und Tuning. Zur zweiten Einschätzung kommen wir zurück.',
      },
    ],
  },
  results: {
    heading: 'Was Ihnen bleibt',
    items: [
      'Wiederverwendbare Pipeline-Vorlagen mit dokumentierten Sicherheitsschranken',
      'Bedrohungsmodelle Ihrer kritischen Anwendungen, beim Code abgelegt',
      'Eine Stückliste der Software je Release, in CycloneDX oder SPDX',
      'Ausgebildete Champions und ein Lehrplan für die nächsten',
    ],
  },
  closing: {
    heading: 'Zeigen Sie uns eine Pipeline',
    text: 'Führen Sie uns vor, wie eine Änderung vom Laptop in den Betrieb kommt. In der ersten Stunde, die kostenlos ist, können wir meist den Schritt nennen, den ein Angreifer wählen würde.',
    cta: { label: 'Pipeline besprechen', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
