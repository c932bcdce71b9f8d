// Copyright 2026 The Millrace Authors
// SPDX-License-Identifier: Apache-2.0

package io.millrace.cli.migrate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An element of an XML text and where it stands. Knows just as much of XML as a build file needs,
 * and leaves all that is between the elements to who edits the text.
 */
final class XmlElement {

    private static final Pattern MARKUP =
            Pattern.compile(
                    "<!--.*?-->|<!\\[CDATA\\[.*?\\]\\]>|<\\?.*?\\?>|<![^>]*>|<(/?)([\\w:.-]+)(?:\"[^\"]*\"|'[^']*'|[^>\"'])*?(/?)>",
                    Pattern.DOTALL);

    private final String text;
    final String name;
    final XmlElement parent;
    final int start;
    final int contentStart;
    int contentEnd;
    int end;
    final List<XmlElement> children = new ArrayList<>();

    private XmlElement(String text, String name, XmlElement parent, int start, int contentStart) {
        this.text = text;
        this.name = name;
        this.parent = parent;
        this.start = start;
        this.contentStart = contentStart;
    }

    /** The document, whose children are its root elements; null if its tags do not match. */
    static XmlElement parse(String text) {
        XmlElement document = new XmlElement(text, "", null, 0, 0);
        Deque<XmlElement> open = new ArrayDeque<>();
        open.push(document);
        Matcher markup = MARKUP.matcher(text);
        while (markup.find()) {
            String tag = markup.group(2);
            if (tag == null) {
                continue;
            }
            if (markup.group(1).isEmpty()) {
                XmlElement element =
                        new XmlElement(text, tag, open.peek(), markup.start(), markup.end());
                open.peek().children.add(element);
                if (markup.group(3).isEmpty()) {
                    open.push(element);
                } else {
                    element.contentEnd = markup.end();
                    element.end = markup.end();
                }
            } else {
                XmlElement closed = open.pop();
                if (!closed.name.equals(tag) || open.isEmpty()) {
                    return null;
                }
                closed.contentEnd = markup.start();
                closed.end = markup.end();
            }
        }
        document.contentEnd = text.length();
        document.end = text.length();
        return open.size() == 1 ? document : null;
    }

    XmlElement child(String child) {
        return children.stream().filter(one -> one.name.equals(child)).findFirst().orElse(null);
    }

    /** The text of a child, without white space around it; null if there is no such child. */
    String textOf(String child) {
        XmlElement element = child(child);
        return element == null ? null : element.content();
    }

    String content() {
        return text.substring(contentStart, contentEnd).strip();
    }

    /** Puts a value in the place of the content, and keeps white space around it. */
    void setContent(Edits edits, String value) {
        String content = content();
        int from = text.indexOf(content, contentStart);
        edits.replace(from, from + content.length(), value);
    }

    /** This element and all below it. */
    List<XmlElement> all() {
        List<XmlElement> all = new ArrayList<>();
        all.add(this);
        children.forEach(one -> all.addAll(one.all()));
        return all;
    }
}
