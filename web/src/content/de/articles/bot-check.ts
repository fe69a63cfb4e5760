import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.botCheck

export const botCheckArticle: Article = {
  ...fact,
  title: `Eine Bot-Prüfung ohne Dritte | ${site.name}`,
  description:
    'Rechenarbeit statt Bilderrätsel: wie unser Kontaktformular Bots ohne Cookies und ohne Dritte fernhält und wo die Grenzen liegen.',
  hero: {
    eyebrow: aboutSite,
    heading: 'Wie ein Formular ohne Dritte Bots abwehrt',
    lead: 'Unser Kontaktformular lässt Sie keine Ampeln suchen und erzählt keiner anderen Firma, dass Sie hier waren. Es verlangt stattdessen Rechenarbeit. Dieser Artikel erklärt, wie die Prüfung abläuft und was sie nicht kann.',
  },
  back: { label: 'Alle Artikel', href: paths.blog },
  sections: [
    {
      id: 'cost',
      heading: 'Was die übliche Prüfung kostet',
      blocks: [
        'Die übliche Bot-Prüfung lädt ein Skript von einer anderen Firma. Diese sieht IP-Adresse, Browser und Seite aller, die vorbeikommen, auch wenn sie nur lesen. Für eine Firma, die zu Datenschutz berät, lässt sich das schwer rechtfertigen.',
        'Bilderrätsel haben einen weiteren Preis. Wer die Bilder nicht sehen kann, bleibt draussen, und Programme lösen die Rätsel inzwischen zuverlässiger als Menschen.',
      ],
    },
    {
      id: 'work',
      heading: 'Ein Rätsel für den Prozessor',
      blocks: [
        'Wenn jemand beginnt, das Formular auszufüllen, holt der Browser bei unserem Server eine Aufgabe: ein zufälliges Salt, einen Aufwand und eine Signatur. Dann probiert er bis zu 700 Zähler durch, jeden mit 5’000 Runden Schlüsselableitung, bis einer passt. Das geschieht im Hintergrund, während Sie schreiben, und das Tippen bleibt flüssig. Meist liegt das Ergebnis vor, bevor die Nachricht fertig ist.',
        'Für die Kontrolle berechnet der Server einen einzigen HMAC. Weil er die Aufgabe selbst signiert hat, braucht er weder Sitzung noch Cookie, und über Besuchende, die das Formular nie senden, speichert er nichts.',
      ],
    },
    {
      id: 'once',
      heading: 'Jede Lösung zählt einmal',
      blocks: [
        'Die Lösung geht als Token mit, das für genau eine Anfrage gilt. Mit der Anfrage speichert die Datenbank einen Hashwert des Tokens unter einem eindeutigen Index. Eine zweite Anfrage mit demselben Token wird abgelehnt, auch wenn zwei Server die beiden in derselben Millisekunde erhalten. Verschiedene Schreibweisen desselben Tokens haben denselben Hashwert.',
        'Im letzten vollen Testlauf reichten wir 100’000 Tokens ein, die verbraucht, abgelaufen, verändert oder mit einem anderen Schlüssel signiert waren. Keines wurde angenommen.',
      ],
    },
    {
      id: 'limits',
      heading: 'Was Rechenarbeit nicht beweist',
      blocks: [
        'Rechenarbeit zeigt, dass ein Computer Zeit aufgewendet hat. Sie zeigt nicht, dass ein Mensch das Formular gesendet hat. Wer genug Prozessoren hat, kann weiterhin Anfragen senden, auch wenn tausend davon tausendmal so viel kosten wie eine. Deshalb setzen wir weitere Grenzen:',
        [
          'Jedes Netz darf zehn Anfragen in der Minute senden.',
          'Jede Person erhält höchstens eine automatische Bestätigung am Tag, wie auch immer die Adresse geschrieben ist.',
          'In einer Stunde gehen höchstens 100 Bestätigungen hinaus, die übrigen warten.',
          'Bestätigungen wiederholen nichts, was eingegeben wurde. Niemand kann mit dem Formular jemand anderem eine Nachricht senden.',
        ],
        'Der letzte Punkt zählt am meisten. Ein Formular, das einen eingegebenen Text an eine eingegebene Adresse mailt, ist ein Spam-Relais, welche Prüfung es auch immer schützt.',
      ],
    },
    {
      id: 'choice',
      heading: 'Wenn Sie lieber einen externen Dienst nutzen',
      blocks: [
        'Dieselbe Software lässt sich auf Cloudflare Turnstile umstellen. Ist Turnstile ausgefallen, nimmt unser Formular Anfragen weiterhin an, kennzeichnet sie als ungeprüft und begrenzt sie auf wenige je Netz. Bestätigungen sendet es dafür keine. So erreicht man uns auch dann, wenn eine andere Firma einen Ausfall hat.',
      ],
    },
  ],
  closing: {
    heading: 'Was erzählt Ihr Formular anderen Firmen?',
    text: 'Senden Sie uns seine Adresse. Wir listen jeden Abruf auf, den es bei anderen Firmen macht.',
    cta: { label: 'Formular prüfen lassen', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
