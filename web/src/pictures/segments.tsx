import type { ReactNode } from 'react'
import { Picture } from './picture'

/** A picture on the grid that all six share. Ink is the client, ice are the consultants. */
function SegmentPicture({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Picture label={label} height={320}>
      <path className="g" d="M24 20v280M456 20v280M24 20h432M24 300h432M168 20v280M312 20v280M24 160h432" />
      {children}
    </Picture>
  )
}

export const StartupPicture = () => (
  <SegmentPicture label="A growing company with security built into its first layers.">
    <path className="k" d="M120 250h240v-40H120zM150 210h180v-40H150zM180 170h120v-40H180z" />
    <path className="if" d="M120 250h28v-40h-28zM150 210h28v-40h-28zM180 170h28v-40h-28z" />
    <path className="d" d="M210 130h60V90h-60zM225 90h30V50h-30z" />
    <text className="it" x="120" y="274">
      Security from the first layer
    </text>
  </SegmentPicture>
)

export const SmePicture = () => (
  <SegmentPicture label="A company's own team, completed by a security function that was missing.">
    <path className="k" d="M240 60A100 100 0 1 1 140 160" />
    <path className="i" d="M140 160A100 100 0 0 1 240 60" />
    <path className="lf" d="M240 160V60a100 100 0 0 0-100 100z" />
    <path className="k" d="M240 160h100M240 160v100M240 160V60M240 160H140" />
    <text className="it" x="44" y="56">
      The missing part
    </text>
  </SegmentPicture>
)

export const MsspPicture = () => (
  <SegmentPicture label="Specialists stand behind a provider, and the provider serves its clients.">
    <path className="k" d="M186 120h108v80H186z" />
    <path d="M294 140 400 70M294 150l106-10M294 170l106 10M294 180l106 70" />
    <path className="i" d="M80 90 186 140M80 160h106M80 230l106-50" />
    <g className="nodes">
      <path className="p" d="M400 56h28v28h-28zM400 126h28v28h-28zM400 166h28v28h-28zM400 236h28v28h-28z" />
      <circle className="if" cx="76" cy="90" r="10" />
      <circle className="if" cx="76" cy="160" r="10" />
      <circle className="if" cx="76" cy="230" r="10" />
    </g>
    <text className="t" x="240" y="165" textAnchor="middle">
      Your service
    </text>
    <text x="368" y="286">
      Your clients
    </text>
    <text className="it" x="40" y="262">
      Specialists
    </text>
  </SegmentPicture>
)

export const ConsultancyPicture = () => (
  <SegmentPicture label="A consultancy's mandate with specialists working inside it, under its name.">
    <path className="k" d="M80 70h320v180H80z" />
    <path className="lf" d="M240 110h120v100H240z" />
    <path className="i d" d="M240 110h120v100H240z" />
    <path d="M100 110h110M100 140h90M100 170h110M100 200h70" />
    <text className="t" x="80" y="60">
      Your mandate
    </text>
    <text className="it" x="256" y="165">
      Specialists
    </text>
  </SegmentPicture>
)

export const EnterprisePicture = () => (
  <SegmentPicture label="A large organisation in many units, with one line of defence through all of them.">
    <path d="M240 60v40M96 100h288M96 100v30M192 100v30M288 100v30M384 100v30" />
    <path className="k p" d="M200 36h80v28h-80z" />
    <path className="p" d="M60 130h72v110H60zM156 130h72v110h-72zM252 130h72v110h-72zM348 130h72v110h-72z" />
    <path className="i" d="M40 192h400" />
    <path className="if" d="M84 180h24v24H84zM180 180h24v24h-24zM276 180h24v24h-24zM372 180h24v24h-24z" />
    <text className="it" x="60" y="268">
      One line through every unit
    </text>
  </SegmentPicture>
)

export const PartnerPicture = () => (
  <SegmentPicture label="A vendor's product and consulting work overlap in the customer's operation.">
    <path className="lf" d="M240 82a100 100 0 0 1 0 156 100 100 0 0 1 0-156z" />
    <circle className="k" cx="178" cy="160" r="100" />
    <circle className="i" cx="302" cy="160" r="100" />
    <g textAnchor="middle">
      <text className="t" x="140" y="165">
        Product
      </text>
      <text className="it" x="340" y="165">
        Consulting
      </text>
      <text x="240" y="165">
        In use
      </text>
    </g>
  </SegmentPicture>
)
