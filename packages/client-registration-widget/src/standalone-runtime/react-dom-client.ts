import { type ComponentChild, render } from 'preact';

/** `createRoot` of react-dom, implemented with preact. */
export const createRoot = (mount: Element): { render(child: ComponentChild): void; unmount(): void } => ({
  render: (child) => render(child, mount),
  unmount: () => render(null, mount),
});
