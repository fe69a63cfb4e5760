import { Picture } from './picture'

export const Disciplines = () => (
  <Picture
    label="Where each discipline acts, from the first line of code through cloud and people to the intrusion and the recovery."
    height={320}
  >
    <path className="g" d="M110 30v230M200 30v230M290 30v230M380 30v230M470 30v230" />
    <path className="d" d="M335 20v250" />
    <path className="lf" d="M20 40h150v24H20zM110 86h130v24H110zM200 132h130v24H200z" />
    <path className="if" d="M290 178h170v24H290z" />
    <path className="lf" d="M110 224h350v24H110z" />
    <path className="k" d="M20 270h446m-8-7 8 7-8 7" />
    <circle className="rf" cx="335" cy="270" r="7" />
    <text className="t" x="30" y="57">
      DevSecOps
    </text>
    <text className="t" x="120" y="103">
      Cloud
    </text>
    <text className="t" x="210" y="149">
      Awareness
    </text>
    <text className="n" x="346" y="195">
      Detection
    </text>
    <text className="t" x="120" y="241">
      Vulnerabilities
    </text>
    <text x="20" y="298">
      Code
    </text>
    <text x="120" y="298">
      Platform
    </text>
    <text x="222" y="298">
      People
    </text>
    <text className="rt" x="306" y="298">
      Intrusion
    </text>
    <text x="396" y="298">
      Recovery
    </text>
  </Picture>
)
