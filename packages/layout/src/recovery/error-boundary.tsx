import { Component, type ErrorInfo, type ReactNode } from 'react';
import { isChunkError, reloadOnce } from './chunk-error.ts';
import { ErrorScreen } from './error-screen.tsx';

export interface ErrorBoundaryProps {
  /** When it changes, the children are rendered again. Pass the path, so that the error disappears on the next page. */
  readonly resetKey?: unknown;
  /** Called with each error, for reporting. */
  readonly onError?: ((error: unknown, info: ErrorInfo) => void) | undefined;
  /** Replaces the default screen. */
  readonly fallback?: ((error: unknown, retry: () => void) => ReactNode) | undefined;
  /** Additional advice on the default screen. */
  readonly hint?: string | undefined;
  readonly children: ReactNode;
}

interface State {
  readonly failed: { readonly error: unknown } | null;
  readonly resetKey: unknown;
}

/**
 * Keeps the shell when a page fails: shows an error in place of the page, and renders the page again on request or
 * after a navigation. A part that failed to load triggers one reload per build.
 *
 * @example
 * <AppShell …>
 *   <ErrorBoundary resetKey={pathname}><Outlet /></ErrorBoundary>
 * </AppShell>
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: null, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failed: { error } };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return Object.is(resetKey, state.resetKey) ? null : { failed: null, resetKey };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo): void {
    this.props.onError?.(error, info);
    if (isChunkError(error)) reloadOnce();
  }

  override render(): ReactNode {
    const { failed } = this.state;
    if (!failed) return this.props.children;
    const retry = (): void => this.setState({ failed: null });
    return (
      this.props.fallback?.(failed.error, retry) ?? (
        <ErrorScreen error={failed.error} hint={this.props.hint} onRetry={retry} />
      )
    );
  }
}
