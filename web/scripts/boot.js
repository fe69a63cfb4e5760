// Inlined in every page, constant so that one hash in the policy covers it: the addresses stand in data attributes.
{
  const { app, page } = document.documentElement.dataset;
  addEventListener('load', () =>
    (self.requestIdleCallback || setTimeout)(() => {
      import(page);
      import(app);
    }),
  );
}
