import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme';
import OpenApi from './open-api.vue';
import './custom.css';

export default {
  extends: DefaultTheme,
  enhanceApp: ({ app }) => {
    app.component('OpenApi', OpenApi);
  },
} satisfies Theme;
