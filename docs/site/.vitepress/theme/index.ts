import { type Theme, useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { defineAsyncComponent, nextTick, onMounted, watch } from 'vue';
import '../../../../packages/inspector/src/styles/tokens.css';
import './site.css';
import './home.css';
import './search.css';
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
  },
  setup: () => {
    const route = useRoute();
    onMounted(markMain);
    watch(
      () => route.path,
      () => void nextTick(markMain),
    );
  },
} satisfies Theme;

/** Pages without an article have no main landmark in VitePress. */
function markMain(): void {
  const content = document.getElementById('VPContent');
  if (content?.querySelector('main') === null) content.setAttribute('role', 'main');
  else content?.removeAttribute('role');
}
