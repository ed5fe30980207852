/**
 * Corrects the roles of elements of VitePress, which have no options for them: pages without an article have no main
 * landmark, and the headings of the navigation are buttons within buttons.
 */
export function correctRoles(): void {
  const content = document.getElementById('VPContent');
  if (content?.querySelector('main') === null) content.setAttribute('role', 'main');
  else content?.removeAttribute('role');
  for (const caret of document.querySelectorAll('.VPSidebarItem .item[role=button] > .caret')) {
    // The heading around it does the same.
    for (const attribute of ['role', 'tabindex', 'aria-label']) caret.removeAttribute(attribute);
  }
}
