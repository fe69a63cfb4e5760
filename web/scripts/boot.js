// Inlined in every page. Constant, so that one hash in the policy covers it: the URLs are in data attributes.
// Scripts and the typeface, started before the first paint, compete with it; without paint timing, they wait sixty frames.
// A tab in the background waits until it is visible. Scripts that have not taken over after 10 s count as failed.
{
  const { dataset } = document.documentElement;
  const fail = () => {
    dataset.failed = '';
  };
  // The stand-in is about as wide as the typeface. Where the page's first part would have another number of lines, and
  // move the rest, the stand-in remains until the next page.
  const setFont = () => {
    const opening = document.querySelector('main .grid12');
    const height = opening.offsetHeight;
    dataset.font = '';
    if (opening.offsetHeight !== height) delete dataset.font;
  };
  const start = () => {
    document.fonts.load('700 1em "Familjen Grotesk"').then(setFont);
    setTimeout(fail, 1e4);
    fetch(`${dataset.pages}-frame.json`);
    import(dataset.page);
    import(dataset.app).catch(fail);
  };
  const afterPaint = (left) =>
    left && !performance.getEntriesByType('paint')[0]
      ? requestAnimationFrame(() => afterPaint(left - 1))
      : (self.requestIdleCallback || setTimeout)(start);
  addEventListener('load', () => afterPaint(60));
}
