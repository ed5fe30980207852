/**
 * Corrects the roles and names of elements of VitePress, which have no options for them: pages without an article have no main
 * landmark, the headings of the navigation are buttons within buttons, and the name of the search button lacks its keys.
 */
export function correctRoles(): void {
  const content = document.getElementById('VPContent');
  // The explorer of an OpenAPI document has a main landmark of its own.
  if (content?.querySelector('main, .openapi') === null) content.setAttribute('role', 'main');
  else content?.removeAttribute('role');
  for (const caret of document.querySelectorAll('.VPSidebarItem .item[role=button] > .caret')) {
    // The heading around it does the same.
    for (const attribute of ['role', 'tabindex', 'aria-label']) caret.removeAttribute(attribute);
  }
  // The text of the button is its name, with its keys.
  document.querySelector('.DocSearch-Button')?.removeAttribute('aria-label');
}

/** Corrects the search dialog whenever it opens or shows other results. */
export function watchSearch(): void {
  const changes = new MutationObserver(() => {
    const dialog = document.querySelector('.VPLocalSearchBox');
    if (dialog === null) return;
    correctDialog(dialog);
    changes.observe(dialog, { subtree: true, childList: true, attributeFilter: ['id', 'aria-selected'] });
  });
  changes.observe(document.body, { childList: true });
}

/** VitePress draws the dialog as a button, and each result as an option that contains a link. */
function correctDialog(dialog: Element): void {
  dialog.setAttribute('role', 'dialog');
  for (const attribute of ['aria-expanded', 'aria-haspopup', 'aria-owns']) dialog.removeAttribute(attribute);
  const input = dialog.querySelector('input');
  input?.setAttribute('role', 'combobox');
  input?.setAttribute('aria-expanded', String(dialog.querySelector('[role=listbox]') !== null));
  for (const key of dialog.querySelectorAll('kbd[aria-label]')) key.setAttribute('role', 'img');
  for (const item of dialog.querySelectorAll('li:is([id], [aria-selected])')) {
    const result = item.querySelector('a');
    if (result === null) continue;
    item.setAttribute('role', 'none');
    result.setAttribute('role', 'option');
    result.removeAttribute('aria-label');
    for (const attribute of ['id', 'aria-selected']) {
      const value = item.getAttribute(attribute);
      if (value !== null) result.setAttribute(attribute, value);
      item.removeAttribute(attribute);
    }
  }
}
