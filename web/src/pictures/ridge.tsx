/** A ridge line on a grid; one intrusion has crossed it and is detected. Decorative. */
export const Ridge = () => (
  <svg viewBox="0 0 1200 300" className="pic ridge" aria-hidden="true" preserveAspectRatio="xMidYMax slice">
    <path className="g" d="M0 60h1200M0 120h1200M0 180h1200M0 240h1200" />
    <path
      className="g"
      d="M100 0v300m100-300v300m100-300v300m100-300v300m100-300v300m100-300v300m100-300v300m100-300v300m100-300v300m100-300v300m100-300v300"
    />
    <path
      className="lf"
      d="M0 262 90 214 150 236 262 132 318 176 392 98 452 168 520 142 610 206 690 128 742 150 846 70 920 124 968 100 1060 188 1122 152 1200 208V300H0z"
    />
    <path
      className="k"
      d="M0 262 90 214 150 236 262 132 318 176 392 98 452 168 520 142 610 206 690 128 742 150 846 70 920 124 968 100 1060 188 1122 152 1200 208"
    />
    <path d="M392 98 410 150 396 190 430 236M846 70 862 104 838 150 880 210 866 260M262 132 276 190 256 226" />
    <path className="r" d="M690 76 610 206" />
    <path className="i" d="M592 188h36v36h-36z" />
    <circle className="rf" cx="610" cy="206" r="6" />
    <circle className="rf" cx="690" cy="76" r="4" />
    <text className="rt" x="702" y="80">
      Intrusion
    </text>
    <text className="it" x="640" y="226">
      Detected
    </text>
  </svg>
)
