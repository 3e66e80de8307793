/**
 * Runs in the page: until nothing was rendered for a moment and what fades in has done so. axe reads the page piece by
 * piece: a form that arrives meanwhile has no labels for it, and a text half faded in has half its contrast.
 */
export async function settled(): Promise<void> {
  const end = performance.now() + 5000;
  await new Promise<void>((resolve) => {
    const quiet = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(quiet, 120);
    const observer = new MutationObserver(() => {
      if (performance.now() > end) return;
      clearTimeout(timer);
      timer = setTimeout(quiet, 120);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  // What is held or repeats for ever never ends.
  const fading = document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(fading.map((animation) => animation.finished));
}
