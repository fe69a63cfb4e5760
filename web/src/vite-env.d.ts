/// <reference types="vite/client" />

/** Date of the build in ISO format. Prerendered pages show it until hydration. */
declare const __BUILD_DATE__: string

/** Absolute address of the deployed site, without a trailing slash. */
declare const __PUBLIC_URL__: string
