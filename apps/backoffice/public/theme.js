// Runs before the first paint, so that a reader of the dark theme never sees a white flash.
try {
  document.documentElement.dataset.theme = localStorage.getItem('pauta.theme') || 'light';
} catch {
  document.documentElement.dataset.theme = 'light';
}
