import { hydrateRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './theme.css';

const root = document.getElementById('root');
if (root) hydrateRoot(root, <App />);
