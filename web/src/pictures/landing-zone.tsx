import { landingZonePicture as t } from '#texts/pictures/landing-zone'
import { Picture } from './picture'

export const LandingZone = () => (
  <Picture label={t.label}>
    <path className="k" d="M20 20h440v300H20z" />
    <path d="M44 64h128v232H44zM196 64h240v104H196zM196 192h240v104H196z" />
    <path className="lf" d="M60 112h96v44H60zM60 172h96v44H60zM60 232h96v44H60z" />
    <path className="i" d="M156 134h28V126h28M184 134v120h28" />
    <path className="r" d="M480 250h-60" />
    <path className="i" d="M420 232v36" />
    <path d="M212 104h60v44h-60zM288 104h60v44h-60zM212 232h60v44h-60zM288 232h60v44h-60z" className="p" />
    <text className="t" x="34" y="48">
      {t.tenant}
    </text>
    <text x="60" y="96">
      {t.platform}
    </text>
    <text x="74" y="139">
      {t.identity}
    </text>
    <text x="84" y="199">
      {t.policy}
    </text>
    <text x="80" y="259">
      {t.logging}
    </text>
    <text x="212" y="90">
      {t.internalZone}
    </text>
    <text x="212" y="218">
      {t.exposedZone}
    </text>
    <text className="it" x="346" y="224">
      {t.inspected}
    </text>
  </Picture>
)
