import { CallLine } from '../../components/ui/phone'
import { scriptsFailed, withoutScripts } from '../../content/contact'
import { site } from '../../content/site'

const address = (
  <a className="link break-all" href={`mailto:${site.email}`}>
    {site.email}
  </a>
)

/** For visitors who have turned scripts off. */
export function NoScriptNote() {
  return (
    <noscript>
      <section className="border-4 border-edge px-5 py-5">
        <h2 className="text-h3">{withoutScripts.heading}</h2>
        <p className="mt-2">{withoutScripts.text}</p>
        <p className="mt-3">{address}</p>
        <CallLine className="mt-3" />
      </section>
    </noscript>
  )
}

/** Shown by the boot script alone; `scripts/retry.js` handles the button. */
export function ScriptsFailedNote({ role }: { role?: 'alert' }) {
  return (
    <div role={role} className="mb-8 hidden border-4 border-red px-5 py-5 failed:block">
      <p className="font-bold text-ink">{scriptsFailed.heading}</p>
      <p className="mt-2">{scriptsFailed.text}</p>
      <p className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-3">
        <button type="button" className="button" data-retry="">
          {scriptsFailed.retry}
        </button>
        {address}
      </p>
      <CallLine className="mt-3" />
    </div>
  )
}
