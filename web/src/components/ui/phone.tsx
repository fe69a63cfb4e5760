import { ui } from '../../content/nav'
import { urgentPhone } from '../../content/site'

export const PhoneLink = ({ number }: { number: string }) => (
  <a className="link tabular inline-block py-1" href={`tel:${number.replaceAll(' ', '')}`}>
    {number}
  </a>
)

/** For an incident: a call helps faster than a form, and no attacker reads it along. */
export const CallLine = ({ className, text = ui.underAttack }: { className?: string; text?: string }) => (
  <p className={className}>
    {`${text} `}
    <PhoneLink number={urgentPhone.number} />
    <br />
    <span className="text-small">{urgentPhone.hours}</span>
  </p>
)
