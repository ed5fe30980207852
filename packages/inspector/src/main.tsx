import { render } from 'preact';
import { App } from './app.tsx';
import { live } from './live/digest.ts';
import './styles/tokens.css';
import './styles/controls.css';
import './styles/shell.css';
import './styles/parts.css';
import './styles/views.css';
import { restoreTheme } from './theme.ts';

restoreTheme();
live.open();
const place = document.getElementById('app');
if (place !== null) render(<App />, place);
