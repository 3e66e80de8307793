/**
 * Runs in the page: until nothing was rendered for a moment and what fades in has done so. axe reads the page piece by
 * piece: a form that arrives meanwhile has no labels for it, and a text half faded in has half its contrast.
 *
 * @param quiet milliseconds without a change, usually 120; 0 where nothing arrives any more and only colours change
 */
export async function settled(quiet: number): Promise<void> {
  const latest = performance.now() + 5000;
  await new Promise<void>((resolve) => {
    const end = () => {
      observer.disconnect();
      resolve();
    };
    let timer = setTimeout(end, quiet);
    const observer = new MutationObserver(() => {
      if (performance.now() > latest) return;
      clearTimeout(timer);
      timer = setTimeout(end, quiet);
    });
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
  });
  // Paused and endless animations never finish.
  const fading = document
    .getAnimations()
    .filter(
      ({ effect, playState }) => playState === 'running' && effect?.getComputedTiming().endTime !== Infinity,
    );
  await Promise.allSettled(fading.map((animation) => animation.finished));
}
