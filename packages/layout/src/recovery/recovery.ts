export {
  currentBuild,
  isChunkError,
  type RecoveryOptions,
  recoverFromChunkErrors,
  reloadOnce,
} from './chunk-error.ts';
export { ErrorBoundary, type ErrorBoundaryProps } from './error-boundary.tsx';
export { ErrorScreen, type ErrorScreenProps } from './error-screen.tsx';
