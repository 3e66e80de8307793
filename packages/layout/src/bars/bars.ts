export { OfflineBar, type OfflineBarProps } from './offline-bar.tsx';
export { ProgressBar, type ProgressBarProps } from './progress-bar.tsx';
export { SaveBar, type SaveBarProps } from './save-bar.tsx';
export { SessionBar, type SessionBarProps } from './session-bar.tsx';
export { type SessionWarning, sessionWarning } from './session-warning.ts';
export { useOnline } from './use-online.ts';
