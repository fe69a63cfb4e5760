import type { Article } from '../../types'
import { paths } from '../paths'
import { site } from '../site'
import { aboutSite, facts } from './facts'

const fact = facts.botCheck

export const botCheckArticle: Article = {
  ...fact,
  title: `Una verifica anti-bot senza terzi | ${site.name}`,
  description:
    'Una proof of work al posto di un rompicapo con immagini: come il nostro modulo tiene lontani i bot senza cookie né terzi, e dove sono i limiti.',
  hero: {
    eyebrow: aboutSite,
    heading: 'Come un modulo respinge i bot senza terzi',
    lead: 'Il nostro modulo di contatto non Le chiede di trovare semafori e non dice a un’altra azienda che Lei era qui. Usa una proof of work. Questo articolo spiega come funziona la verifica e che cosa non può fare.',
  },
  back: { label: 'Tutti gli articoli', href: paths.blog },
  sections: [
    {
      id: 'cost',
      heading: 'Quanto costa la verifica abituale',
      blocks: [
        'La verifica abituale carica uno script di un’altra azienda. Questa vede l’indirizzo IP, il browser e la pagina di ogni visitatore, anche di chi legge soltanto. Per una società che fa consulenza sulla protezione dei dati sarebbe difficile da giustificare.',
        'I rompicapi con immagini hanno un altro costo. Chi non vede le immagini resta fuori, e oggi i programmi li risolvono in modo più affidabile delle persone.',
      ],
    },
    {
      id: 'work',
      heading: 'Un enigma per il processore',
      blocks: [
        'Quando un visitatore comincia a compilare il modulo, il browser chiede al nostro server una challenge: un sale casuale, un costo e una firma. Poi prova fino a 700 contatori, ognuno con 5000 cicli di derivazione della chiave, finché uno non corrisponde. Lo fa in background mentre il visitatore scrive, così la scrittura resta fluida. Di solito il risultato è pronto prima che il messaggio sia finito.',
        'Per controllare il risultato il server calcola un HMAC. Avendo firmato lui stesso la challenge, non ha bisogno di sessioni né di cookie, e non salva nulla sui visitatori che non inviano il modulo.',
      ],
    },
    {
      id: 'once',
      heading: 'Ogni soluzione vale una volta',
      blocks: [
        'La soluzione viene inviata come token, valido per una sola richiesta. Con la richiesta la banca dati salva un’impronta del token sotto un indice univoco. Una seconda richiesta con lo stesso token è rifiutata, anche se due server le ricevono nello stesso millisecondo. Codifiche diverse dello stesso token hanno la stessa impronta.',
        'Nell’ultima prova completa abbiamo inviato 100’000 token usati, scaduti, alterati o firmati con un’altra chiave. Nessuno è stato accettato.',
      ],
    },
    {
      id: 'limits',
      heading: 'Che cosa una proof of work non prova',
      blocks: [
        'Una proof of work mostra che un computer ha speso tempo di calcolo. Non mostra che il modulo è stato inviato da una persona. Un aggressore con abbastanza processori può comunque inviare richieste, anche se mille costano mille volte una. Perciò poniamo altri limiti:',
        [
          'Ogni rete può inviare dieci richieste al minuto.',
          'Ogni persona riceve al massimo una conferma automatica al giorno, comunque sia scritto l’indirizzo.',
          'Partono al massimo 100 conferme all’ora; le altre aspettano.',
          'Le conferme non ripetono nulla di ciò che il visitatore ha scritto, così nessuno può usare il modulo per scrivere a qualcun altro.',
        ],
        'L’ultimo punto è il più importante. Un modulo che invia il testo di un visitatore a un indirizzo scritto dal visitatore è un relay di spam, qualunque verifica lo protegga.',
      ],
    },
    {
      id: 'choice',
      heading: 'Se preferisce un servizio esterno',
      blocks: [
        'Lo stesso software si può configurare per usare Cloudflare Turnstile. Se Turnstile è fuori servizio, il nostro modulo accetta comunque le richieste, le segna come non verificate e le limita a poche per rete. Per queste non invia conferme. I visitatori ci raggiungono anche se un’altra azienda ha un guasto.',
      ],
    },
  ],
  closing: {
    heading: 'Che cosa dice il Suo modulo ad altre aziende?',
    text: 'Ci mandi il suo indirizzo. Elencheremo ogni richiesta che fa ad altre aziende.',
    cta: { label: 'Faccia esaminare un modulo', href: paths.contact },
    inquiry: { reason: 'devsecops' },
  },
}
