import { useEffect, useState } from 'react'

const hideThresholdPx = 50
const mobileHideDelayMs = 2000
const mobileQuery = '(width < 48em)'

/** Hidden when scrolling down past the threshold, back when scrolling up or near the top; on mobile also after a pause. */
export function useHeaderHidden(): boolean {
  const [hidden, setHidden] = useState(false)
  useEffect(() => {
    const mobile = matchMedia(mobileQuery)
    let last = window.scrollY
    let timer = 0
    const onScroll = () => {
      const y = window.scrollY
      clearTimeout(timer)
      if (y <= hideThresholdPx) setHidden(false)
      else {
        if (y !== last) setHidden(y > last)
        if (mobile.matches) timer = window.setTimeout(setHidden, mobileHideDelayMs, true)
      }
      last = y
    }
    // The page may have been scrolled before hydration, or restored by the browser.
    onScroll()
    addEventListener('scroll', onScroll, { passive: true })
    return () => {
      clearTimeout(timer)
      removeEventListener('scroll', onScroll)
    }
  }, [])
  return hidden
}
