import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Constructor;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles receivers and starts them; each is told as four arguments: scheme, file, secret, address. */
public final class Harness {
    public static void main(String[] args) throws Exception {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        // One for all: reading the platform's classes is what compiling costs.
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null);
        PrintStream out = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        for (int i = 0; i < args.length; i += 4) {
            File file = new File(args[i + 1]);
            List<String> options = List.of("-Xlint:all,-serial", "-Werror", "-d", file.getParent());
            var task = compiler.getTask(null, files, null, options, null, files.getJavaFileObjects(file));
            if (!task.call()) throw new IllegalStateException(args[i] + " does not compile");
            URL[] here = {file.getParentFile().toURI().toURL()};
            Class<?> type = new URLClassLoader(here).loadClass("Receiver");
            Constructor<?> constructor = type.getDeclaredConstructors()[0];
            constructor.setAccessible(true);
            List<String> settings = Arrays.asList(args[i + 2], args[i + 3]).subList(0, constructor.getParameterCount());
            Object receiver = constructor.newInstance(settings.toArray());
            var start = type.getDeclaredMethod("start", int.class);
            start.setAccessible(true);
            Object server = start.invoke(receiver, 0);
            var address = (InetSocketAddress) ((com.sun.net.httpserver.HttpServer) server).getAddress();
            String url = "http://127.0.0.1:" + address.getPort() + "/webhooks";
            out.println("{\"scheme\":\"" + args[i] + "\",\"url\":\"" + url + "\"}");
        }
    }
}
