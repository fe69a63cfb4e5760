// Inlined in every page, constant so that one hash in the policy covers it: the addresses stand in data attributes.
{
  const { dataset } = document.documentElement;
  addEventListener('load', () =>
    (self.requestIdleCallback || setTimeout)(() => {
      import(dataset.page);
      import(dataset.app).catch((error) => {
        dataset.failed = '';
        throw error;
      });
    }),
  );
}
