// Inlined in every page, constant so that one hash in the policy covers it: the addresses stand in data attributes.
// Scripts that start before the first paint compete with it; a browser that does not tell of it gets sixty frames, and
// a tab that is opened in the background waits until it is looked at.
{
  const { dataset } = document.documentElement;
  const start = () => {
    import(dataset.page);
    import(dataset.app).catch((error) => {
      dataset.failed = '';
      throw error;
    });
  };
  const afterPaint = (frames) =>
    frames && !performance.getEntriesByType('paint')[0]
      ? requestAnimationFrame(() => afterPaint(frames - 1))
      : (self.requestIdleCallback || setTimeout)(start);
  addEventListener('load', () => afterPaint(60));
}
