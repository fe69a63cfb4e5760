// The picture of the README: the contact page and both mails, as people see them.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { chromiumFlags, chromiumPath, siteUrl } from './browser'
import { fromRoot } from './paths'

const width = 1280
const height = 660
const out = fromRoot('../docs/pictures/product.jpg')

/** `node scripts/run.mjs screenshots FOLDER`, where `cargo xtask day` has kept its mails. */
export async function main([mails]: string[]): Promise<number> {
  if (mails === undefined) throw new Error('name the folder in which `cargo xtask day` has kept its mails')
  const browser = await chromium.launch({ executablePath: chromiumPath, args: chromiumFlags })
  try {
    const site = await picture(browser, { url: `${siteUrl}/contact`, width: 1280, height: 1260 })
    const notification = await mail(browser, `${mails}/1-lead-1.html`)
    const autoReply = await mail(browser, `${mails}/1-visitor-1.html`)
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(composition(site, notification, autoReply))
    await mkdir(dirname(out), { recursive: true })
    await writeFile(out, await page.screenshot({ type: 'jpeg', quality: 82 }))
  } finally {
    await browser.close()
  }
  return 0
}

type View = { url: string; width: number; height: number }

/** The top of a page as a data URL. */
async function picture(browser: Browser, { url, width, height }: View, html?: string): Promise<string> {
  const page = await browser.newPage({ viewport: { width, height }, reducedMotion: 'reduce' })
  if (html === undefined) await page.goto(url, { waitUntil: 'networkidle' })
  else await page.setContent(html)
  const png = await page.screenshot()
  await page.close()
  return `data:image/png;base64,${png.toString('base64')}`
}

async function mail(browser: Browser, file: string): Promise<string> {
  return picture(browser, { url: file, width: 640, height: 1300 }, await readFile(file, 'utf8'))
}

function composition(site: string, notification: string, autoReply: string): string {
  const figure = (source: string, caption: string, style: string) =>
    `<figure style="${style}"><figcaption>${caption}</figcaption><div><img src="${source}"></div></figure>`
  return `<!doctype html><style>
body { margin: 0; background: #e6ecf1; font: 600 15px/1.4 sans-serif; color: #0b1220 }
figure { position: absolute; margin: 0 }
figcaption { padding: 0 2px 8px }
div { overflow: hidden; height: 100%; border-radius: 6px; background: #fff; box-shadow: 0 6px 24px #0b122033 }
img { width: 100%; display: block }
</style>
${figure(site, 'The visitor sends an inquiry', 'left:28px;top:24px;width:590px;height:580px')}
${figure(notification, 'The consultants are notified', 'left:646px;top:24px;width:296px;height:580px')}
${figure(autoReply, 'The visitor gets a confirmation', 'left:966px;top:24px;width:286px;height:580px')}`
}
