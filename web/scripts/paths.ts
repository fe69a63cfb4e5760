import { resolve } from 'node:path'

/** The web/ folder: every script is started by npm, which sets the working directory. */
export const webRoot = process.cwd()
export const fromRoot = (...parts: string[]) => resolve(webRoot, ...parts)

/** Absolute address of the deployed site without a trailing slash. */
export const publicUrl = (process.env.PUBLIC_URL ?? 'http://127.0.0.1:8080').replace(/\/+$/, '')
