/// <reference types="vite/client" />

/** ISO time of the build: what the prerendered pages show until the visitor's own clock takes over. */
declare const __BUILD_DATE__: string

/** Absolute address of the deployed site, without a trailing slash. */
declare const __PUBLIC_URL__: string
