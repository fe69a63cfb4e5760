// Inlined in the form's page, for when its scripts fail. "Try again" loads the page anew: a browser does not ask again for
// a module that has failed. What was typed is handed over in window.name, which is in memory only and emptied at once;
// so it is to the page in another language, see src/hand-over.ts.
{
  const [form] = document.forms;
  const [entry] = performance.getEntriesByType('navigation');
  if (self.name && entry?.type === 'reload') {
    try {
      for (const [field, value] of JSON.parse(self.name)) {
        const control = form.elements[field];
        if (control.type === 'checkbox') control.checked = true;
        else control.value = value;
      }
    } catch {
      // window.name was set by another page.
    }
    self.name = '';
  }
  addEventListener('click', ({ target }) => {
    const isRetry = 'retry' in target.dataset;
    if (!isRetry && !target.hreflang) return;
    self.name = JSON.stringify([...new FormData(form)]);
    if (isRetry) location.reload();
  });
}
