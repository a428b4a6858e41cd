/** Notices of the browser, shown while the page is in the background. */

/** Shows a notice that leads to a page when it is clicked; a newer one about the same page replaces it. */
export async function notify(title: string, body: string, path: string): Promise<void> {
  const options = { body, tag: path, icon: "icon-192.png", data: path };
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  // Phones show notices of a service worker only.
  if (worker) return worker.showNotification(title, options);
  const notice = new Notification(title, options);
  notice.onclick = () => {
    focus();
    location.assign(path);
  };
}

/** Asks the person to allow notices; returns whether they did. */
export async function askToNotify(): Promise<boolean> {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}
