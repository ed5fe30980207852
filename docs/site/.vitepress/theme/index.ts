import { type Theme, useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineAsyncComponent, nextTick, onMounted, watch } from 'vue';
import '../../../../packages/inspector/src/styles/tokens.css';
import './site.css';
import './home.css';
import './playground/playground.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component(
      'ApiReference',
      defineAsyncComponent(() => import('./api-reference.vue')),
    );
    app.component(
      'Playground',
      defineAsyncComponent(() => import('./playground/playground.vue')),
    );
    app.component(
      'Run',
      defineAsyncComponent(() => import('./run-program.vue')),
    );
  },
  setup: () => {
    const route = useRoute();
    onMounted(correctRoles);
    watch(
      () => route.path,
      () => void nextTick(correctRoles),
    );
  },
} satisfies Theme;

/**
 * Corrects what VitePress has no option for: pages without an article have no main landmark, the headings of the navigation
 * are buttons within buttons, and the name of the search button lacks its keys.
 */
function correctRoles(): void {
  const content = document.getElementById('VPContent');
  if (content?.querySelector('main') === null) content.setAttribute('role', 'main');
  else content?.removeAttribute('role');
  for (const caret of document.querySelectorAll('.VPSidebarItem .item[role=button] > .caret'))
    for (const attribute of ['role', 'tabindex', 'aria-label']) caret.removeAttribute(attribute);
  document.querySelector('.DocSearch-Button')?.removeAttribute('aria-label');
}
