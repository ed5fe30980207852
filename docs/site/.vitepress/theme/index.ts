import { type Theme, useRoute } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import { nextTick, onMounted, watch } from 'vue';
import { correctRoles, watchSearch } from './accessibility.ts';
import OpenApi from './open-api.vue';
import './custom.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('OpenApi', OpenApi);
  },
  setup: () => {
    const route = useRoute();
    onMounted(correctRoles);
    onMounted(watchSearch);
    watch(
      () => route.path,
      () => void nextTick(correctRoles),
    );
  },
} satisfies Theme;
