/// <reference types="vite/client" />

/** Day of the build as YYYY-MM-DD. Prerendered pages show it until hydration. */
declare const __BUILD_DATE__: string

/** Absolute address of the deployed site, without a trailing slash. */
declare const __PUBLIC_URL__: string

/** In a browser, that of the page; otherwise the one that the build renders. */
declare const __LANGUAGE__: import('./content/languages').Language
