/**
 * Functions that run in a page and find layout errors.
 */

/** Finds elements that overflow the window horizontally and are not in a scrolling container. */
export function findOverflowing(): string[] {
  const width = document.documentElement.clientWidth;
  const scrolls = (element: Element | null): boolean =>
    element !== null && (getComputedStyle(element).overflowX !== "visible" || scrolls(element.parentElement));
  const out = [...document.body.querySelectorAll("*")].filter((element) => {
    const { left, right, width: own } = element.getBoundingClientRect();
    return own > 0 && (right > width + 1 || left < -1) && !scrolls(element.parentElement) && !element.matches(".skip");
  });
  const page = document.documentElement.scrollWidth > width ? ["the page itself"] : [];
  return [
    ...page,
    ...out.map((element) => `${element.tagName} ${element.className} ${element.textContent?.slice(0, 40)}`),
  ];
}

/** Finds text that is clipped by an ancestor, except text for screen readers only. */
export function findClippedText(): string[] {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const cut: string[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement;
    if (element === null || (node.nodeValue ?? "").trim() === "" || element.closest("svg, script") !== null)
      continue;
    if (!element.checkVisibility()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(box);
      const frame = box.getBoundingClientRect();
      const hides = (overflow: string): boolean => overflow === "hidden" || overflow === "clip";
      if (
        (hides(overflowX) && (left < frame.left - 1 || right > frame.right + 1)) ||
        (hides(overflowY) && (top < frame.top - 1 || bottom > frame.bottom + 1))
      ) {
        cut.push(`${box.tagName}.${box.className} cuts "${(node.nodeValue ?? "").slice(0, 40)}"`);
      }
    }
  }
  return cut;
}

/** Finds pairs of overlapping text. */
export function findOverlappingText(): string[] {
  const lines = [...document.querySelectorAll("h1, h2, h3, p, li, dt, dd, figcaption, a, th, td, caption")]
    .filter((element) => element.closest(".skip, svg") === null && getComputedStyle(element).position !== "fixed")
    .flatMap((element) => {
      const range = document.createRange();
      return [...element.childNodes]
        .filter((node) => node.nodeType === Node.TEXT_NODE && (node.nodeValue ?? "").trim() !== "")
        .flatMap((node) => {
          range.selectNodeContents(node);
          // Only the middle half of a line counts, because boxes of adjacent lines may touch.
          return [...range.getClientRects()].map(({ left, right, top, height }) => ({
            node,
            left,
            right,
            top: top + height / 4,
            bottom: top + (3 * height) / 4,
          }));
        });
    });
  const found: string[] = [];
  for (const [index, one] of lines.entries()) {
    for (const other of lines.slice(0, index)) {
      const isApart =
        one.left >= other.right - 1 ||
        other.left >= one.right - 1 ||
        one.top >= other.bottom ||
        other.top >= one.bottom;
      if (one.node !== other.node && !isApart) found.push(`"${one.node.nodeValue}" on "${other.node.nodeValue}"`);
    }
  }
  return found;
}

/** Finds text that is printed in a pale colour or on a dark background. */
export function findPalePrint(): string[] {
  const numbers = (colour: string): number[] => (colour.match(/[\d.]+/g) ?? []).map(Number);
  const brightness = (colour: string): number => {
    const [red = 0, green = 0, blue = 0] = numbers(colour);
    return (red + green + blue) / 3;
  };
  const isClear = (colour: string): boolean => numbers(colour)[3] === 0;
  return [...document.body.querySelectorAll("*")].flatMap((element) => {
    if (element.closest("svg, progress, script") !== null || element.getClientRects().length === 0) return [];
    const { color, backgroundColor, backgroundImage } = getComputedStyle(element);
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim() !== "",
    );
    const faults = [
      ...(hasText && brightness(color) > 100 ? [`colour ${color}`] : []),
      ...(!isClear(backgroundColor) && brightness(backgroundColor) < 235 ? [`background ${backgroundColor}`] : []),
      ...(/rgba?\(/.test(backgroundImage) && brightness(backgroundImage) < 235
        ? [`background ${backgroundImage}`]
        : []),
    ];
    return faults.map((fault) => `${element.tagName}.${element.className}: ${fault}`);
  });
}

/** Finds elements with animations or transitions. */
export function findAnimated(): string[] {
  return [document.documentElement, ...document.body.querySelectorAll("*")].flatMap((element) => {
    const { animationName, transitionDuration, scrollBehavior } = getComputedStyle(element);
    const isStill = animationName === "none" && /^[0s, ]*$/.test(transitionDuration) && scrollBehavior === "auto";
    return isStill ? [] : [`${element.tagName}.${element.className}`];
  });
}

/** Describes the focused element, and whether its focus indicator and the element itself are visible. */
export function describeFocus(): { readonly name: string; readonly isOutlined: boolean; readonly isSeen: boolean } {
  const element = document.activeElement;
  if (element === null || element === document.body) return { name: "", isOutlined: false, isSeen: false };
  const { outlineStyle, outlineWidth } = getComputedStyle(element);
  const { left, right, top, bottom } = element.getClientRects()[0] ?? new DOMRect();
  const [x, y] = [
    (Math.max(0, left) + Math.min(innerWidth, right)) / 2,
    (Math.max(0, top) + Math.min(innerHeight, bottom)) / 2,
  ];
  const topmost = document.elementFromPoint(x, y);
  return {
    name: element.getAttribute("href") ?? element.tagName,
    isOutlined: outlineStyle !== "none" && parseFloat(outlineWidth) >= 2,
    isSeen: topmost !== null && (element.contains(topmost) || topmost.contains(element)),
  };
}

/** Finds all focusable elements in document order, but those of the header in visual order. */
export function findFocusable(): string[] {
  const elements = [...document.querySelectorAll("a[href], summary, [tabindex='0']")].filter((element) => {
    return element.checkVisibility() && element.getAttribute("tabindex") !== "-1";
  });
  const headerItem = (element: Element): Element | null => element.closest(".top > *");
  // The header's style sheet may change the order of its items.
  const precedes = (one: DOMRect, other: DOMRect): boolean => {
    const isInSameRow = one.top < other.bottom && other.top < one.bottom;
    return isInSameRow ? one.left < other.left : one.top < other.top;
  };
  elements.sort((a, b) => {
    const [one, other] = [headerItem(a), headerItem(b)];
    if (one === null || other === null || one === other) return 0;
    return precedes(one.getBoundingClientRect(), other.getBoundingClientRect()) ? -1 : 1;
  });
  return elements.map((element) => element.getAttribute("href") ?? element.tagName);
}

/** Opens every `details` element, so that its content is checked too. */
export function openDetails(): void {
  for (const details of document.querySelectorAll("details")) details.open = true;
}
